import { refuse } from '../../contract/refusal.ts'
import type { Container } from './zip.ts'
import { builtInCode, type CellFormat, formatOf } from './format.ts'
import { type Merge, readMerges } from './merges.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'
import { attribute, readXml } from './xml.ts'

/** Parts of a workbook that the cells of a sheet refer to. */
export interface Workbook {
  /** The part that holds the first visible sheet. */
  sheetPart: string
  strings: string[]
  /** The format of each cell style. */
  formats: CellFormat[]
  /** Its ranges that are merged over several rows, the upper ones first. */
  merges: Merge[]
  /** Dates count from 1904 in files of old Apple machines. */
  from1904: boolean
}

/** `_x000D_` encodes a character XML cannot contain. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
}

function resolved(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const step of target.split('/').filter(Boolean)) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

interface Relation {
  id: string
  kind: string
  part: string
}

async function relationsOf(container: Container, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations: Relation[] = []
  if (!container.has(name)) return relations
  await readXml(container.read(name), {
    open(element, tag) {
      if (element !== 'Relationship' || attribute(tag, 'TargetMode') === 'External') return
      const kind = (attribute(tag, 'Type') ?? '').split('/').at(-1)!
      relations.push({
        id: attribute(tag, 'Id') ?? '',
        kind,
        part: resolved(folder, attribute(tag, 'Target') ?? ''),
      })
    },
    close() {},
    text() {},
  })
  return relations
}

/** Finds the first visible sheet and reads what its cells refer to. */
export async function readWorkbook(container: Container, limits: SheetLimits): Promise<Workbook> {
  const root = (await relationsOf(container, '')).find((relation) => relation.kind === 'officeDocument')
  if (!root || !container.has(root.part)) refuse(sheetRefusals.notSheet)
  const relations = await relationsOf(container, root.part)
  const sheetIds: string[] = []
  let from1904 = false
  await readXml(container.read(root.part), {
    open(element, tag) {
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')
      const visible = (attribute(tag, 'state') ?? 'visible') === 'visible'
      if (element === 'sheet' && visible)
        sheetIds.push(/\s[\w.-]+:id\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? '')
    },
    close() {},
    text() {},
  })
  const sheet = relations.find((relation) => relation.id === sheetIds[0] && relation.kind === 'worksheet')
  if (!sheet || !container.has(sheet.part)) refuse(sheetRefusals.noSheet)
  const partOf = (kind: string) => {
    const part = relations.find((relation) => relation.kind === kind)?.part
    return part && container.has(part) ? part : null
  }
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')]
  return {
    sheetPart: sheet.part,
    strings: strings ? await readStrings(container, strings) : [],
    formats: styles ? await readFormats(container, styles, from1904) : [],
    merges: await readMerges(container, sheet.part, limits),
    from1904,
  }
}

async function readStrings(container: Container, part: string): Promise<string[]> {
  const strings: string[] = []
  let current: string | null = null
  let inText = false
  let inPhonetic = false
  await readXml(container.read(part), {
    open(element) {
      if (element === 'si') current = ''
      else if (element === 'rPh') inPhonetic = true
      else if (element === 't') inText = !inPhonetic
    },
    close(element) {
      if (element === 't') inText = false
      else if (element === 'rPh') inPhonetic = false
      else if (element === 'si') {
        strings.push(unescaped(current ?? ''))
        current = null
      }
    },
    text(text) {
      if (inText && current !== null) current += text
    },
  })
  return strings
}

/** Reads the format of each cell style. */
async function readFormats(container: Container, part: string, from1904: boolean): Promise<CellFormat[]> {
  const own = new Map<number, CellFormat>()
  const formats: CellFormat[] = []
  let inCellFormats = false
  await readXml(container.read(part), {
    open(element, tag) {
      if (element === 'numFmt') {
        own.set(Number(attribute(tag, 'numFmtId')), formatOf(attribute(tag, 'formatCode') ?? '', from1904))
      } else if (element === 'cellXfs') inCellFormats = true
      else if (element === 'xf' && inCellFormats) {
        const id = Number(attribute(tag, 'numFmtId') ?? 0)
        if (!own.has(id)) own.set(id, formatOf(builtInCode(id), from1904))
        formats.push(own.get(id)!)
      }
    },
    close(element) {
      if (element === 'cellXfs') inCellFormats = false
    },
    text() {},
  })
  return formats
}
