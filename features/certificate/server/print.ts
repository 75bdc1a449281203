import { refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { namedCache } from '../../../server/cache.ts'
import type { Db } from '../../../server/db.ts'
import { MissingGlyph } from '../../../server/pdf.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { endOfNextDay, signedQuery } from '../../../server/signedQuery.ts'
import { type CertificateFiles, certificateRefusals } from '../contract.ts'
import type { Stated } from '../signature/rules.ts'
import { openSigner, type Signer } from '../signature/server/actions.ts'
import { findKey } from '../signature/server/data.ts'
import { cardTailOf, fillDesign } from '../template/rules.ts'
import { drawDesign, printDesign, type Sheet } from '../template/server/print.ts'
import { findFile, getPrint, type ListedCertificate, type PrintRow } from './data.ts'

/** The parts of the server that a print needs: the key that signs its QR code, the portal the code leads to. */
type Printing = Pick<AppContext, 'db' | 'secrets' | 'environment'>

/** Prints the learner's own valid certificate and counts the print. */
export async function printCertificate(app: Printing, accountId: string, id: string) {
  const printed = await pdfOf(app, await getPrint(app.db, accountId, id))
  await countPrints(app.db, [id])
  return printed
}

/** Counts that certificates were printed, or handed out to be. */
export const countPrints = (db: Db, ids: readonly string[]) =>
  db`update certificates set print_count = print_count + 1 where id = any(${ids as string[]}::uuid[])`

/** A certificate as PDF. Refuses (409) one that is not valid, and letters that no font has. */
export async function pdfOf(app: Printing, print: PrintRow): Promise<{ name: string; pdf: string }> {
  const { pdf } = await made(app, print, printDesign)
  return { name: `${print.number}.pdf`, pdf: pdf.toString('base64') }
}

/**
 * A certificate as a file for its holder, who is signed in in the browser of a companion; null for anyone else. A PDF that
 * the holder opens counts as printed, not what is opened in their view. A picture has a version, which changes with the key
 * that signs its code. Refuses as `pdfOf` does.
 */
export async function certificateFile(
  app: Printing,
  { id, format, ...reader }: { id: string; format: 'pdf' | 'png'; who: string; companion: string | null },
): Promise<{ name: string; bytes: Buffer; version?: string } | null> {
  const print = await findFile(app.db, id, reader)
  if (!print) return null
  const name = `${print.number}.${format}`
  if (format === 'png') {
    const version = `${id}-${(await findKey(app.db))?.no ?? 0}`
    return { name, version, bytes: await pictureOf(app, version, print) }
  }
  const { pdf } = await made(app, print, printDesign)
  if (print.isOwn) await countPrints(app.db, [id])
  return { name, bytes: pdf }
}

/** Pictures that were drawn last, by certificate and the key that signs: nothing else one is made of changes. */
const pictures = namedCache<Promise<Buffer>>('certificatePictures', { max: 300 })

/** The picture of a certificate, drawn once for all who ask for it meanwhile. */
async function pictureOf(app: Printing, version: string, print: PrintRow): Promise<Buffer> {
  if (print.status !== 'valid') refuse(certificateRefusals.notValid)
  const known = pictures.get(version)
  if (known) return known
  const drawn = made(app, print, drawDesign)
  pictures.set(version, drawn)
  drawn.catch(() => pictures.delete(version))
  return drawn
}

async function made<T>(
  { db, secrets, environment }: Printing,
  print: PrintRow,
  make: (sheet: Sheet) => Promise<T>,
): Promise<T> {
  if (print.status !== 'valid') refuse(certificateRefusals.notValid)
  try {
    return await make(sheetOf(print, environment.publicUrl, await openSigner(db, secrets)))
  } catch (error) {
    if (error instanceof MissingGlyph) refuse(certificateRefusals.cannotPrint, { letters: error.letters })
    throw error
  }
}

/** A certificate to print: its QR code holds the address of its check, and what it says, signed. */
export function sheetOf(print: PrintRow, publicUrl: string, sign: Signer): Sheet {
  const { verifyCode, design, holder } = print
  return {
    filled: fillDesign(design, holder),
    code: `${publicUrl}/check/${verifyCode}#${sign(statedOf(print))}`,
  }
}

const statedOf = ({ kind, number, holder }: PrintRow): Stated => ({
  kind,
  level: holder.level ?? null,
  number,
  name: holder.realName,
  cardTail: cardTailOf(holder.cardMask),
  title: holder.className,
  issuer: holder.projectTitle,
  issued: holder.issuedDate,
  year: holder.year,
  hoursTenths: holder.hoursTenths + (holder.heldTenths ?? 0),
})

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
