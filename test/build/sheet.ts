import { aWorkbook } from './zip.ts'

/** A cell: a text, a number, or its parts; `null` is none. */
export type SheetCell =
  | string
  | number
  | null
  | {
      /** Stored value: a number, a text, a day of Strict Open XML where `iso` says so. */
      v?: number | string
      /** The code of its number format, or the id of one that every workbook has. */
      f?: string | number
      iso?: boolean
      /** The cell's own XML in place of all others. */
      xml?: string
    }

/** A sheet, in so few words as its point needs. */
export interface SheetDescription {
  rows: readonly (readonly SheetCell[])[]
  /** Merged ranges, `C2:C4`. */
  merges?: readonly string[]
  /** Attributes of rows by their number, such as `hidden="1"`. */
  rowAttributes?: Readonly<Record<number, string>>
  /** The inside of `<cols>`. */
  cols?: string
  /** Attributes of `workbookPr`. */
  workbook?: string
  /** Written as Strict Open XML. */
  strict?: boolean
  /** Parts that replace those that are written, by their path. */
  parts?: Readonly<Record<string, string>>
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

const names = {
  transitional: {
    main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
    relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  },
  strict: {
    main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
    relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  },
} as const

/** An .xlsx file of a description: XML that no library has written. */
export function aDescribedSheet(sheet: SheetDescription): Buffer {
  const { main, relations } = names[sheet.strict ? 'strict' : 'transitional']
  const formats: (string | number)[] = []
  const styleOf = (format: string | number) => {
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + 1
  }
  const cellXml = (cell: SheetCell, place: string): string => {
    if (cell === null) return ''
    const { v, f, iso, xml } = typeof cell === 'object' ? cell : { v: cell, f: undefined, iso: false }
    if (typeof cell === 'object' && xml !== undefined) return xml
    const start = `<c r="${place}"${f === undefined ? '' : ` s="${styleOf(f)}"`}`
    if (v === undefined) return `${start}/>`
    if (typeof v === 'number') return `${start}><v>${v}</v></c>`
    return iso
      ? `${start} t="d"><v>${v}</v></c>`
      : `${start} t="inlineStr"><is><t xml:space="preserve">${escaped(v)}</t></is></c>`
  }
  const rows = sheet.rows.map((cells, i) => {
    const attributes = sheet.rowAttributes?.[i + 1]
    const inside = cells.map((cell, column) => cellXml(cell, `${lettersOf(column)}${i + 1}`)).join('')
    return `<row r="${i + 1}"${attributes ? ` ${attributes}` : ''}>${inside}</row>`
  })
  const merges = (sheet.merges ?? []).map((range) => `<mergeCell ref="${range}"/>`).join('')
  const ids = formats.map((format, i) => (typeof format === 'number' ? format : 200 + i))
  const declared = formats
    .map((format, i) =>
      typeof format === 'number' ? '' : `<numFmt numFmtId="${ids[i]}" formatCode="${escaped(format)}"/>`,
    )
    .join('')
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`
  return aWorkbook(
    `<worksheet xmlns="${main}">${sheet.cols ? `<cols>${sheet.cols}</cols>` : ''}<sheetData>${rows.join('')}</sheetData>${merges ? `<mergeCells>${merges}</mergeCells>` : ''}</worksheet>`,
    {
      '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr ${sheet.workbook ?? ''}/><sheets><sheet name="表" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
      'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${declared}</numFmts><cellXfs><xf numFmtId="0"/>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
      ...sheet.parts,
    },
  )
}
