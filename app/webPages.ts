import type { Page } from '../web/page.ts'

/** Every page of the product. */
export const allPages: Page[] = []
