import type { Page } from 'playwright-core'

/** Waits until a page shows a text; fails with what it shows instead. */
export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  try {
    await page.getByText(text).first().waitFor()
  } catch {
    throw new Error(`"${text}" is not on ${page.url()}:\n${await page.locator('body').innerText()}`)
  }
}
