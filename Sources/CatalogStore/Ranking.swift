package import CatalogAPI

extension Rating {
    /// The lower bound of Wilson's score interval at 95 %: the share of votes up that the joke has at least, most likely. Few votes
    /// give a low bound, so a joke with one vote up does not beat one with ninety of a hundred. 0 without votes.
    package var wilsonLowerBound: Double {
        let count = Double(up + down)
        guard count > 0 else { return 0 }
        let z = 1.959_963_984_540_054
        let share = Double(up) / count
        let centre = share + z * z / (2 * count)
        let margin = z * ((share * (1 - share) + z * z / (4 * count)) / count).squareRoot()
        return max(0, (centre - margin) / (1 + z * z / count))
    }
}
