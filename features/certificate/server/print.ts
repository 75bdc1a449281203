import { LRUCache } from 'lru-cache'
import { refuse } from '../../../contract/refusal.ts'
import type { Pool } from '../../../server/db.ts'
import { MissingGlyph } from '../../../server/pdf.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { endOfNextDay, signedQuery } from '../../../server/signedQuery.ts'
import { type CertificateFiles, certificateRefusals } from '../contract.ts'
import type { Design } from '../template/contract.ts'
import { fillDesign } from '../template/rules.ts'
import { drawDesign, printDesign } from '../template/server/print.ts'
import { findFile, getPrint, type ListedCertificate, type PrintRow } from './data.ts'

/** Prints the learner's own valid certificate and counts the print. */
export async function printCertificate(db: Pool, accountId: string, id: string, publicUrl: string) {
  const printed = await pdfOf(await getPrint(db, accountId, id), publicUrl)
  await countPrint(db, id)
  return printed
}

const countPrint = (db: Pool, id: string) =>
  db`update certificates set print_count = print_count + 1 where id = ${id}`

/** A certificate as PDF. Refuses (409) one that is not valid, and letters that no font has. */
export async function pdfOf(print: PrintRow, publicUrl: string): Promise<{ name: string; pdf: string }> {
  const { pdf } = await made(print, publicUrl, printDesign)
  return { name: `${print.number}.pdf`, pdf: pdf.toString('base64') }
}

/**
 * A certificate as a file for its holder, who is signed in in the browser of a companion; null for anyone else. A PDF that
 * the holder opens counts as printed, not what is opened in their view. Refuses as `pdfOf` does.
 */
export async function certificateFile(
  db: Pool,
  { id, format, ...reader }: { id: string; format: 'pdf' | 'png'; who: string; companion: string | null },
  publicUrl: string,
): Promise<{ name: string; bytes: Buffer } | null> {
  const print = await findFile(db, id, reader)
  if (!print) return null
  const name = `${print.number}.${format}`
  if (format === 'png') return { name, bytes: await pictureOf(id, print, publicUrl) }
  const { pdf } = await made(print, publicUrl, printDesign)
  if (print.isOwn) await countPrint(db, id)
  return { name, bytes: pdf }
}

/** Pictures that were drawn last, by certificate: what one is made of never changes. */
const pictures = new LRUCache<string, Promise<Buffer>>({ max: 300 })

/** The picture of a certificate, drawn once for all who ask for it meanwhile. */
async function pictureOf(id: string, print: PrintRow, publicUrl: string): Promise<Buffer> {
  if (print.status !== 'valid') refuse(certificateRefusals.notValid)
  const known = pictures.get(id)
  if (known) return known
  const drawn = made(print, publicUrl, drawDesign)
  pictures.set(id, drawn)
  drawn.catch(() => pictures.delete(id))
  return drawn
}

async function made<T>(
  { status, verifyCode, design, holder }: PrintRow,
  publicUrl: string,
  make: (filled: Design, checkUrl: string) => Promise<T>,
): Promise<T> {
  if (status !== 'valid') refuse(certificateRefusals.notValid)
  try {
    return await make(fillDesign(design, holder), `${publicUrl}/check/${verifyCode}`)
  } catch (error) {
    if (error instanceof MissingGlyph) refuse(certificateRefusals.cannotPrint, { letters: error.letters })
    throw error
  }
}

/** Addresses of the files of a learner's certificate, for the browser the learner is signed in in; null for one that does not hold. */
export function filesOf(
  secrets: Secrets,
  { accountId }: { accountId: string },
  { id, status, width, height }: ListedCertificate,
): CertificateFiles | null {
  if (status !== 'valid') return null
  const query = signedQuery(secrets, 'certificate', id, { accountId, until: endOfNextDay() })
  const address = (format: string) => `/media/certificate/${id}.${format}?${query}`
  return { picture: address('png'), pdf: address('pdf'), width, height }
}
