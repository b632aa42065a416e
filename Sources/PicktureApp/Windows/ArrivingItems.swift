import ImagePicker
import PictureLibrary

extension PickerWindow {
    /// Shows what standard input names as it arrives; nothing waits for its end.
    func offerArriving(_ invocation: Invocation) {
        Task { [weak self] in
            for await item in OfferedItems.arriving(invocation) {
                switch item {
                case .file(let path): self?.offer(file: path)
                case .folder(let path):
                    self?.offer(folder: path)
                    if invocation.order == nil { self?.sortUnsorted(by: .newest) }
                }
            }
        }
    }
}
