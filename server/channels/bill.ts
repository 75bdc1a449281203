import { ChannelFailure } from './payment.ts'

/** The most bytes of a bill, unpacked: some 300,000 lines. */
export const billBytes = 100 * 1024 * 1024

/** Fen of a sum as bills write it, in yuan with a sign or without; 0 where nothing is written. Throws ChannelFailure. */
export function billedFen(text: string): number {
  const [, sign, whole, cents = ''] = /^([-+]?)(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text || '0') ?? []
  if (whole === undefined) throw new ChannelFailure('a bill has a sum that is none')
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' && fen > 0 ? -fen : fen
}

/** A moment as bills write it, which is in Chinese time. Throws ChannelFailure. */
export function billedMoment(text: string): string {
  const at = Date.parse(`${text.replace(' ', 'T')}+08:00`)
  if (Number.isNaN(at)) throw new ChannelFailure('a bill has a time that is none')
  return new Date(at).toISOString()
}

/** A cell without what keeps Excel from reading a number: a backtick before it, a tab behind. */
const bare = (cell: string) => cell.trim().replace(/^`/, '')

/** The one column with words of ours, in which commas are not escaped. */
const wordy = '商品名称'

/** Reads a cell of a line by the name of its column. */
type Cells<C extends string> = (name: C) => string

/**
 * The lines of a table of a bill, its header first; cells are found by the names of their columns, whose order the
 * channels may change. Throws ChannelFailure where a column is not there or a line has too few cells.
 */
export function readTable<C extends string>(lines: readonly string[], columns: readonly C[]): Cells<C>[] {
  const header = (lines[0] ?? '')
    .replace('\uFEFF', '')
    .split(',')
    .map((name) => bare(name).replace(/[（(]元[）)]$/, ''))
  const missing = columns.filter((name) => !header.includes(name))
  if (missing.length > 0) throw new ChannelFailure(`a bill has no column ${missing.join(', ')}`)
  return lines.slice(1).map((line) => {
    const cells = line.split(',')
    const excess = cells.length - header.length
    if (excess < 0) throw new ChannelFailure('a line of a bill is cut off')
    if (excess > 0) cells.splice(header.indexOf(wordy) + 1, excess)
    return (name) => bare(cells[header.indexOf(name)]!)
  })
}
