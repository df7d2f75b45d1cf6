extension TextEncoding {
    /// How bytes become characters.
    enum Method: Hashable, Sendable {
        case utf8
        /// A character for each byte, as iconv has it under this name; the first 128 are ASCII.
        case singleBytes(String)
        /// As iconv has it under this name; so many bytes are passed over where they mean nothing.
        case units(of: Int, String)
        /// Bytes from 128 on are characters of private use.
        case userDefined
        /// Nothing is decoded: these encodings have been ways into programs.
        case replacement
    }

    struct Row {
        let name: String
        let method: Method
        let labels: String

        init(_ name: String, _ method: Method, _ labels: String) {
            (self.name, self.method, self.labels) = (name, method, labels)
        }
    }

    /// WHATWG encoding standard §4.2. Where browsers read more than a label says (windows-1252 for ISO 8859-1), so do we.
    static let rows = [
        Row("UTF-8", .utf8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
        Row("IBM866", .singleBytes("IBM866"), "866 cp866 csibm866 ibm866"),
        Row(
            "ISO-8859-2", .singleBytes("ISO-8859-2"),
            "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"),
        Row(
            "ISO-8859-3", .singleBytes("ISO-8859-3"),
            "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"),
        Row(
            "ISO-8859-4", .singleBytes("ISO-8859-4"),
            "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"),
        Row(
            "ISO-8859-5", .singleBytes("ISO-8859-5"),
            "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"),
        Row(
            "ISO-8859-6", .singleBytes("ISO-8859-6"),
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
                + "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"),
        Row(
            "ISO-8859-7", .singleBytes("ISO-8859-7"),
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
                + "iso_8859-7:1987 sun_eu_greek"),
        Row(
            "ISO-8859-8", .singleBytes("ISO-8859-8"),
            "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
                + "iso_8859-8:1988 visual"),
        Row("ISO-8859-8-I", .singleBytes("ISO-8859-8"), "csiso88598i iso-8859-8-i logical"),
        Row("ISO-8859-10", .singleBytes("ISO-8859-10"), "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
        Row("ISO-8859-13", .singleBytes("ISO-8859-13"), "iso-8859-13 iso8859-13 iso885913"),
        Row("ISO-8859-14", .singleBytes("ISO-8859-14"), "iso-8859-14 iso8859-14 iso885914"),
        Row("ISO-8859-15", .singleBytes("ISO-8859-15"), "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
        Row("ISO-8859-16", .singleBytes("ISO-8859-16"), "iso-8859-16"),
        Row("KOI8-R", .singleBytes("KOI8-R"), "cskoi8r koi koi8 koi8-r koi8_r"),
        Row("KOI8-U", .singleBytes("KOI8-U"), "koi8-ru koi8-u"),
        Row("macintosh", .singleBytes("MACINTOSH"), "csmacintosh mac macintosh x-mac-roman"),
        Row("windows-874", .singleBytes("CP874"), "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
        Row("windows-1250", .singleBytes("CP1250"), "cp1250 windows-1250 x-cp1250"),
        Row("windows-1251", .singleBytes("CP1251"), "cp1251 windows-1251 x-cp1251"),
        Row(
            "windows-1252", .singleBytes("CP1252"),
            "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
                + "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"),
        Row("windows-1253", .singleBytes("CP1253"), "cp1253 windows-1253 x-cp1253"),
        Row(
            "windows-1254", .singleBytes("CP1254"),
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
                + "windows-1254 x-cp1254"),
        Row("windows-1255", .singleBytes("CP1255"), "cp1255 windows-1255 x-cp1255"),
        Row("windows-1256", .singleBytes("CP1256"), "cp1256 windows-1256 x-cp1256"),
        Row("windows-1257", .singleBytes("CP1257"), "cp1257 windows-1257 x-cp1257"),
        Row("windows-1258", .singleBytes("CP1258"), "cp1258 windows-1258 x-cp1258"),
        Row("x-mac-cyrillic", .singleBytes("MAC-CYRILLIC"), "x-mac-cyrillic x-mac-ukrainian"),
        Row(
            "GBK", .units(of: 1, "GB18030"),
            "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
        Row("gb18030", .units(of: 1, "GB18030"), "gb18030"),
        Row("Big5", .units(of: 1, "BIG5-HKSCS"), "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
        Row("EUC-JP", .units(of: 1, "EUC-JP-MS"), "cseucpkdfmtjapanese euc-jp x-euc-jp"),
        Row("ISO-2022-JP", .units(of: 1, "ISO-2022-JP"), "csiso2022jp iso-2022-jp"),
        Row("Shift_JIS", .units(of: 1, "CP932"), "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
        Row(
            "EUC-KR", .units(of: 1, "UHC"),
            "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
                + "windows-949"),
        Row("replacement", .replacement, "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"),
        Row("UTF-16BE", .units(of: 2, "UTF-16BE"), "unicodefffe utf-16be"),
        Row("UTF-16LE", .units(of: 2, "UTF-16LE"), "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
        Row("x-user-defined", .userDefined, "x-user-defined"),
    ]
}
