import GLibBridge
import GtkBridge
import ImagePicker
import PictureLibrary

guard Display.open() else { fatalError("there is no display") }
var wanted = PickerConfiguration(library: LibraryRequest(folders: [.init(path: UserFolders.pictures)]))
wanted.maximum = 5
let request = wanted
let result = MainLoop.run { await PickerWindow.pick(request) }
if case .picked(let assets) = result { assets.forEach { print($0.path) } }
