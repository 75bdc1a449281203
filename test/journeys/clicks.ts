import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/**
 * Counts what a person presses with the pointer on a page from now on; the keyboard is free. A choice that a journey
 * makes in a list without the pointer counts as well.
 */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => void clicks++)
  const listen = () => {
    const count = () => (window as unknown as { countClick: () => void }).countClick()
    addEventListener('pointerdown', count, true)
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(), true)
    addEventListener(
      'click',
      ({ isTrusted, target }) => {
        if (!isTrusted && (target as Element).closest('.ant-select-dropdown')) count()
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => clicks
}

/** Goes to a field as one without a pointer does: by Tab, key by key. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isReached = () => target.evaluate((own) => own === document.activeElement)
  for (let presses = 0; !(await isReached()); presses++) {
    assert.ok(presses < 100, `${target} is not reached by Tab`)
    await page.keyboard.press('Tab')
  }
}
