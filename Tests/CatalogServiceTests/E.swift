enum E {}
