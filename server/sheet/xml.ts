import { refuse } from '../../contract/refusal.ts'
import { sheetRefusals } from './refusals.ts'

/** Listener to a document: names come without their prefix, `tag` is the raw inside of the opening tag. */
interface XmlListener {
  open(name: string, tag: string): void
  close(name: string): void
  text(text: string): void
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Longest unfinished piece buffered between two chunks; a cell holds at most 32,767 characters. */
const longestPiece = 1024 * 1024

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name as string] ?? refuse(sheetRefusals.notSheet)
    const code = hex ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The end of a tag that starts at `from`: its `>` outside quotes, or -1. */
function tagEnd(text: string, from: number): number {
  let quote = 0
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quote) {
      if (code === quote) quote = 0
    } else if (code === 62) return i
    else if (code === 34 || code === 39) quote = code
  }
  return -1
}

const localName = (raw: string) => raw.slice(raw.indexOf(':') + 1)

/**
 * Reads XML as its bytes arrive, never the whole of it. Characters and tags cut by a chunk's end are put
 * together again; a document type declaration is refused, so no entity can be declared.
 */
export async function readXml(chunks: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> {
  for await (const _ of steps(chunks, listener)) continue
}

/** As readXml, stopping after each chunk so that a reader may take what was heard so far. */
export async function* steps(chunks: AsyncIterable<Buffer>, listener: XmlListener): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      return refuse(sheetRefusals.notSheet)
    }
  }
  let rest = ''
  let more = ''
  for await (const chunk of chunks) {
    more += decode(chunk)
    // An unfinished piece is read over once it has doubled, so that a long one costs no more than its length.
    if (more.length >= rest.length) {
      rest = parse(rest + more, listener)
      more = ''
      if (rest.length > longestPiece) refuse(sheetRefusals.notSheet)
    }
    yield
  }
  rest = parse(rest + more + decode(), listener)
  if (rest.trim() !== '') refuse(sheetRefusals.notSheet)
}

/** Passes every complete piece to the listener and returns the unfinished rest. */
function parse(text: string, listener: XmlListener): string {
  let at = 0
  for (let less = text.indexOf('<'); less >= 0; less = text.indexOf('<', at)) {
    if (less > at) listener.text(decoded(text.slice(at, less)))
    const next = text.charCodeAt(less + 1)
    const special = next === 33 ? declaration(text, less) : null
    if (special) {
      if (special.text !== undefined) listener.text(special.text)
      if (special.end < 0) return text.slice(less)
      at = special.end
      continue
    }
    const end = tagEnd(text, less + 1)
    if (end < 0) return text.slice(less)
    at = end + 1
    if (next === 63) continue
    if (next === 47) {
      listener.close(localName(text.slice(less + 2, end).trim()))
      continue
    }
    const whole = text.charCodeAt(end - 1) === 47
    const tag = text.slice(less + 1, whole ? end - 1 : end)
    const space = tag.search(/\s/)
    const name = localName(space < 0 ? tag : tag.slice(0, space))
    listener.open(name, tag)
    if (whole) listener.close(name)
  }
  return text.slice(at)
}

/** Finds the end of a comment or of character data; -1 when it has not ended yet. */
function declaration(text: string, at: number): { end: number; text?: string } {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4)
    return { end: end < 0 ? -1 : end + 3 }
  }
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at + 9)
    return end < 0 ? { end } : { end: end + 3, text: text.slice(at + 9, end) }
  }
  return '<![CDATA['.startsWith(text.slice(at)) || '<!--'.startsWith(text.slice(at))
    ? { end: -1 }
    : refuse(sheetRefusals.notSheet)
}

/** An attribute of a raw tag, by its name without prefix; undefined when it has none. */
export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return match ? decoded(match[1] ?? match[2] ?? '') : undefined
}
