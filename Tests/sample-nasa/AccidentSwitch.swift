import SampleNASA

/// Turns the accident of the command line on and off.
struct AccidentSwitch {
    var accident: Accident?
    var part = Accident.Part.everything
    var spared = 0
    var times: Int?
    private var isOn = false

    /// Does nothing and says nothing where no accident was asked for.
    mutating func turn(at server: SampleNASA) {
        guard let accident else { return }
        isOn.toggle()
        print("the accident \(accident) \(isOn ? "begins" : "ends")")
        if isOn {
            server.begin(accident, on: part, after: spared, times: times)
        } else {
            server.endAccidents()
        }
    }
}
