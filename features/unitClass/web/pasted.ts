/** A row of the grid, as it was pasted or typed. */
export interface GridRow {
  /** Its own through all edits. */
  key: number
  name: string
  number: string
  /** Creates the learner where nobody is known by the number. */
  create: boolean
}

/** Words that a header of such a sheet begins with, so that it is no person. */
const heads = /^(?:姓名|学员|员工|人员|name|full name|序号|no\.?)/i

/** True if a cell looks like an ID or mobile number: digits, or a citizen ID’s last letter. */
const isNumber = (cell: string) => /^[\d\s-]{6,}[\dXx]?$/.test(cell)

/**
 * The rows of a text copied from a spreadsheet: of each line the first cell that is no number is the name, and the first
 * that looks like one the number, whatever the order of the columns. A header and empty lines are left out.
 */
export function rowsOfText(text: string): { name: string; number: string }[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) =>
      line
        .split('\t')
        .map((cell) => cell.trim())
        .filter(Boolean),
    )
    .filter((cells) => cells.length > 0 && !heads.test(cells[0]!))
    .map((cells) => {
      // A column of running numbers stands in front of many lists.
      const useful = cells.length > 2 && /^\d{1,5}$/.test(cells[0]!) ? cells.slice(1) : cells
      const number = useful.find(isNumber) ?? useful[1] ?? ''
      return { name: useful.find((cell) => cell !== number) ?? '', number }
    })
}
