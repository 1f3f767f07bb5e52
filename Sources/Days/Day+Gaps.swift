extension Day {
    /// Days on which NASA published nothing: the first picture had no successor for three days, and on 2020-06-10 there
    /// was none, in solidarity.
    public static let withoutPicture: Set<Day> = Set(
        ["1995-06-17", "1995-06-18", "1995-06-19", "2020-06-10"].compactMap { Day($0) })
}
