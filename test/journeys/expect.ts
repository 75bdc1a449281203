import type { Page } from 'playwright-core'

/** Waits until a page shows a text; fails with what it shows instead. */
export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  try {
    // A closed choice has its options in the page as well.
    await page.getByText(text).filter({ visible: true }).first().waitFor()
  } catch {
    throw new Error(`"${text}" is not on ${page.url()}:\n${await page.locator('body').innerText()}`)
  }
}
