import { refuse } from '../../contract/refusal.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'
import { attribute, readXml } from './xml.ts'
import type { Container } from './zip.ts'

/** Cells of a column that are merged over several rows: the first of them holds the value of all. */
export interface Merge {
  column: number
  top: number
  bottom: number
}

const word = Buffer.from('mergeCell')

/** True if the bytes of a part contain the name of a merged range; they stand behind all rows. */
async function mentionsMerges(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let end = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const seam = Buffer.concat([end, chunk.subarray(0, word.length)])
    if (seam.includes(word) || chunk.includes(word)) return true
    end = Buffer.from(Buffer.concat([end, chunk.subarray(-word.length)]).subarray(-word.length))
  }
  return false
}

/** Column letters to an index from 0: A → 0, Z → 25, AA → 26. */
export function columnOf(letters: string): number {
  let column = 0
  for (let i = 0; i < letters.length; i++) column = column * 26 + (letters.charCodeAt(i) & 31)
  return column - 1
}

/**
 * Reads the ranges of a sheet that are merged over several rows, the upper ones first. A sheet without any, as most are, is
 * looked through but not parsed. Refuses more than the limit.
 */
export async function readMerges(
  container: Container,
  part: string,
  limits: Pick<SheetLimits, 'merges' | 'columns'>,
): Promise<Merge[]> {
  const merges: Merge[] = []
  if (!(await mentionsMerges(container.read(part)))) return merges
  await readXml(container.read(part), {
    open(element, tag) {
      if (element !== 'mergeCell') return
      const range = /^\$?([a-z]{1,3})\$?(\d{1,7}):\$?[a-z]{1,3}\$?(\d{1,7})$/i.exec(
        attribute(tag, 'ref') ?? '',
      )
      if (!range) return
      const [column, top, bottom] = [columnOf(range[1]!), Number(range[2]), Number(range[3])]
      if (top >= bottom || column >= limits.columns) return
      if (merges.length >= limits.merges) refuse(sheetRefusals.tooManyMerges, { limit: limits.merges })
      merges.push({ column, top, bottom })
    },
    close() {},
    text() {},
  })
  return merges.sort((one, other) => one.top - other.top)
}
