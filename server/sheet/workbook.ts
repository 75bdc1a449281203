import { refuse } from '../../contract/refusal.ts'
import type { Container } from './zip.ts'
import { sheetRefusals } from './refusals.ts'
import { attribute, readXml } from './xml.ts'

/** Parts of a workbook that the cells of a sheet refer to. */
export interface Workbook {
  /** The part that holds the first visible sheet. */
  sheetPart: string
  strings: string[]
  /** Kind of each cell style: whether it shows a number as a date or a time. */
  dates: ('date' | 'time' | null)[]
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
export async function readWorkbook(container: Container): Promise<Workbook> {
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
    dates: styles ? await readDates(container, styles) : [],
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

type Shown = 'date' | 'time' | null

/**
 * Number formats of ECMA-376 18.8.30 that every workbook has: those that show a date, and those that show only a time.
 */
function kindOfBuiltIn(id: number): Shown {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? 'time' : null
}

/** A bracketed code that is part of the time: hours, minutes or seconds beyond a day. */
const elapsed = /^(h+|m+|s+)$/i

/**
 * The first section of a format code without what it shows as it is: texts in quotes, signs after a backslash, `_` or
 * `*`, colours and conditions in brackets. Read in one pass, each sign once: a code comes from anyone's file.
 */
function bareCode(code: string): string {
  let bare = ''
  for (let i = 0; i < code.length; i++) {
    const sign = code[i]!
    if (sign === ';') break
    if (sign === '\\' || sign === '_' || sign === '*') i++
    else if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '"' ? '"' : ']', i + 1)
      // What is never closed shows nothing.
      if (end < 0) break
      const inside = code.slice(i + 1, end)
      if (sign === '[' && inside.length <= 8 && elapsed.test(inside)) bare += inside
      i = end
    } else bare += sign
  }
  return bare
}

/** Returns whether a format code of the workbook's own shows a number as a date or a time. */
export function kindOfFormat(code: string): Shown {
  const bare = bareCode(code).replace(/general|e[+-]/gi, '')
  if (/[yde]/i.test(bare)) return 'date'
  return /[hs]/i.test(bare) ? 'time' : null
}

async function readDates(container: Container, part: string): Promise<Workbook['dates']> {
  const own = new Map<number, Shown>()
  const dates: Workbook['dates'] = []
  let inCellFormats = false
  await readXml(container.read(part), {
    open(element, tag) {
      if (element === 'numFmt') {
        own.set(Number(attribute(tag, 'numFmtId')), kindOfFormat(attribute(tag, 'formatCode') ?? ''))
      } else if (element === 'cellXfs') inCellFormats = true
      else if (element === 'xf' && inCellFormats) {
        const id = Number(attribute(tag, 'numFmtId') ?? 0)
        dates.push(own.has(id) ? own.get(id)! : kindOfBuiltIn(id))
      }
    },
    close(element) {
      if (element === 'cellXfs') inCellFormats = false
    },
    text() {},
  })
  return dates
}
