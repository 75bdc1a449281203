import type { Page } from '../web/page.ts'
import { officePages } from './officePages.ts'
import { portalPages } from './portalPages.ts'

/** Every page of the product. */
export const allPages: Page[] = [...portalPages, ...officePages]
