/// The program that the picker belongs to.
public nonisolated enum Pickture {
    /// Its name on the session bus, and that of its settings' schema and of its icon.
    public static let applicationID = "io.github.pickture.Pickture"
}
