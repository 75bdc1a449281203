import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { runJob } from '../build/job.ts'
import type { World } from '../harness.ts'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { scan, type Visitor } from './visitor.ts'

/** Has the provider asked about invoices, and lets all that is due happen, until it is so. */
export async function invoicesUntil(world: World, isSo: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    // A slow one is not asked about before tomorrow.
    await world.db`update invoices set ask_at = moment() where ask_at < moment() + interval '1 hour'`
    await runJob(world, 'invoice.issue')
    await runJob(world, 'invoice.red')
    return isSo()
  })
}

/** The status of an invoice. */
export async function invoiceStatus({ db }: World, id: string): Promise<string> {
  const [row] = await db`select status from invoices where id = ${id}`
  return row!.status as string
}

/** Lets an invoice be issued and its files be fetched. */
export const issuedWithFiles = (world: World, id: string) =>
  invoicesUntil(world, async () => {
    const [row] = await world.db`select count(*)::int as files from invoice_files where invoice_id = ${id}`
    return row!.files === 3
  })

/** Scans the code on the office's page of invoices, as the drawer's phone does; the demo begins signed out. */
export async function scanAsDrawer(clerk: Visitor): Promise<void> {
  const { page, context } = clerk
  const phone = await context.newPage()
  await phone.goto(await scan(page, /开票员登录税务局的二维码/))
  await phone.getByRole('button', { name: '扫码并确认' }).click()
  await expectText(phone, '已确认')
  await phone.close()
}

/** A file that a page saves once a button is pressed. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saved = page.waitForEvent('download')
  await press()
  return readFile(await (await saved).path())
}
