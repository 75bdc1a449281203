import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../../server/db.ts'
import { issueLater } from './actions.ts'
import { readDrawer } from './data.ts'

/** Makes a new code for the drawer of a seller, good for five minutes. */
export async function makeCode(tx: Tx, taxNo: string): Promise<void> {
  await readDrawer(tx, taxNo)
  await tx`
    update sandbox_drawers set code = ${randomBytes(18).toString('base64url')}, scanned = false,
      code_until = moment() + interval '5 minutes'
    where seller_tax_no = ${taxNo} and needs is not null`
}

/** Scans a code, as the drawer's phone does; true where it is good. */
export async function scanCode(db: Db, code: string): Promise<boolean> {
  const scanned = await db`
    update sandbox_drawers set scanned = true
    where code = ${code} and code_until > moment() and needs is not null`
  return scanned.count > 0
}

/** Purpose for which the drawer of a code is wanted, or null where the code is over. */
export async function purposeOf(db: Db, code: string): Promise<'login' | 'identity' | null> {
  const [row] = await db`
    select needs from sandbox_drawers where code = ${code} and code_until > moment() and not scanned`
  return (row?.needs as 'login' | 'identity' | undefined) ?? null
}

/** Ends the check of a drawer who has scanned, and issues what waited for them. */
export async function completeCheck(tx: Tx, taxNo: string, purpose: 'login' | 'identity'): Promise<void> {
  const done = await tx`
    update sandbox_drawers set needs = null, code = null, code_until = null, scanned = false
    where seller_tax_no = ${taxNo} and needs = ${purpose} and scanned`
  if (done.count === 0) return
  const waiting = await tx<{ serialNo: string }[]>`
    select serial_no from sandbox_invoices where seller_tax_no = ${taxNo} and status = '20'`
  for (const { serialNo } of waiting) await issueLater(tx, serialNo, 1)
}

/** Sets the credit line of a seller, in fen without tax. */
export async function setCredit(tx: Tx, taxNo: string, credit: number): Promise<void> {
  await readDrawer(tx, taxNo)
  await tx`update sandbox_drawers set credit = ${credit} where seller_tax_no = ${taxNo}`
}
