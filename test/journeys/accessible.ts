import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Finds nothing on a page that keeps anybody from using it, by WCAG 2.2 AA, or by every rule that there is. */
export async function assertAccessible(page: Page, rules: 'wcag' | 'every' = 'wcag'): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules === 'every'
    ? axe.exclude('.demo-bar')
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  ).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  )
}
