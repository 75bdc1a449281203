import { crc32, deflateRawSync } from 'node:zlib'

/** A zip container of the given parts: for sheets no writer of ours would write. */
export function aZip(parts: readonly (readonly [string, string | Buffer])[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of parts) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('504b01021400', 'hex'), fields.subarray(0, 26), tail, Buffer.from(name)]),
    )
    bodies.push(local)
    at += local.length
  }
  const end = Buffer.alloc(18)
  const list = Buffer.concat(directory)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, list, Buffer.from('504b0506', 'hex'), end])
}

const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An .xlsx container with this XML as its sheet; other parts may be added or replaced. */
export function aWorkbook(sheet: string | Buffer, others: Record<string, string> = {}): Buffer {
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${officeNames}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${officeNames}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${officeNames}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${officeNames}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${officeNames}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...others,
  }
  return aZip(Object.entries(parts))
}

/** The XML of a sheet from its rows' XML. */
export const sheetXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
