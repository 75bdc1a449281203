/** An object of a PDF: its number, and its bytes between `obj` and `endobj`. */
interface PdfObject {
  no: number
  body: Buffer
}

/** The objects of a PDF as our own press writes them: one table of offsets at the end, and nothing compressed but streams. */
function objectsOf(pdf: Buffer): PdfObject[] {
  const tail = pdf.subarray(-2048).toString('latin1')
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN)
  const table = Number.isNaN(start) ? '' : pdf.subarray(start).toString('latin1')
  if (!table.startsWith('xref')) throw new TypeError('Only a PDF with a table of offsets can be merged')
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} ([nf])/gm)].flatMap(([, at, kind], no) =>
    kind === 'n' ? [{ no, at: Number(at) }] : [],
  )
  const ends = offsets.map(({ at }) => at).sort((a, b) => a - b)
  return offsets.map(({ no, at }) => {
    const end = ends[ends.indexOf(at) + 1] ?? start
    const whole = pdf.subarray(at, end)
    const from = whole.indexOf('obj') + 3
    return { no, body: whole.subarray(from, whole.lastIndexOf('endobj')) }
  })
}

/** The part before the stream of an object, or all of it, with each reference to another number. */
function renumbered({ body }: PdfObject, by: (no: number) => number): Buffer {
  const stream = body.indexOf('\nstream\n')
  const head = stream < 0 ? body : body.subarray(0, stream)
  const moved = head.toString('latin1').replace(/\b(\d+) 0 R\b/g, (_, no) => `${by(Number(no))} 0 R`)
  return Buffer.concat([Buffer.from(moved, 'latin1'), ...(stream < 0 ? [] : [body.subarray(stream)])])
}

const isOf = ({ body }: PdfObject, type: string) =>
  new RegExp(`^\\s*<<[^]{0,40}/Type /${type}\\b`).test(body.subarray(0, 80).toString('latin1'))

/** True for what a PDF says of itself: by whom it was made and when. */
const isAbout = (one: PdfObject) =>
  ['Catalog', 'Metadata'].some((type) => isOf(one, type)) || one.body.includes('/CreationDate (')

const [tree, catalog, firstFree] = [1, 2, 3]

/**
 * One PDF of the pages of several, in their order, each read and written before the next: memory holds one of them and
 * a number for each object.
 */
export async function* mergePdfs(pdfs: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  const offsets = new Map<number, number>()
  const pages: number[] = []
  let written = 0
  let next = firstFree
  const put = (bytes: Buffer) => {
    written += bytes.length
    return bytes
  }
  const object = (no: number, body: Buffer | string) => {
    offsets.set(no, written)
    return put(Buffer.concat([Buffer.from(`${no} 0 obj`), Buffer.from(body), Buffer.from('endobj\n')]))
  }
  yield put(Buffer.from('%PDF-1.7\n%\x80\x80\x80\x80\n', 'latin1'))
  for await (const pdf of pdfs) {
    const objects = objectsOf(pdf)
    const roots = new Set(objects.filter((one) => isOf(one, 'Pages')).map(({ no }) => no))
    if (roots.size !== 1) throw new TypeError('Only a PDF with one list of pages can be merged')
    const base = next - 1
    const by = (no: number) => (roots.has(no) ? tree : base + no)
    for (const one of objects) {
      next = Math.max(next, base + one.no + 1)
      if (roots.has(one.no) || isAbout(one)) continue
      if (isOf(one, 'Page')) pages.push(base + one.no)
      yield object(base + one.no, renumbered(one, by))
    }
  }
  yield object(
    tree,
    `\n<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((no) => `${no} 0 R`).join(' ')}] >>\n`,
  )
  yield object(catalog, `\n<< /Type /Catalog /Pages ${tree} 0 R >>\n`)
  const start = written
  const entry = (no: number) => {
    const at = offsets.get(no)
    return at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
  }
  yield put(Buffer.from(`xref\n0 ${next}\n`))
  for (let no = 0; no < next; no += 1000) {
    const some = Array.from({ length: Math.min(1000, next - no) }, (_, i) => entry(no + i))
    yield put(Buffer.from(some.join('')))
  }
  yield put(Buffer.from(`trailer\n<< /Size ${next} /Root ${catalog} 0 R >>\nstartxref\n${start}\n%%EOF\n`))
}
