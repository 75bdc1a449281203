import type { ComponentType } from 'react'
import type { Named, PageUrl, Permission } from '../contract/menu.ts'

interface AnyPage {
  path: string
  /** The code that draws it. */
  load: () => Promise<{ default: ComponentType }>
}

/** A page of the portal. */
export interface PortalPage extends AnyPage {
  /** `learner`: top bar and bottom tabs; `bare`: only the page. */
  frame: 'learner' | 'bare'
  title: Named
}

/** Action a page is often opened for; `>` in the search offers it to those who may do it. */
export interface PageAction {
  title: Named
  address: string
  /** Absent: the permission that opens the page. */
  permission?: Permission
  /** Only for a session that has the whole project. */
  wholeProject?: true
}

/** A part of a page that people look for by its name. */
export interface PagePart {
  title: Named
  /** Page or tab it is a part of. */
  of: Named
  address: string
}

/** A page of the back office. */
export interface OfficePage extends AnyPage {
  frame: 'admin'
  /** Absent: the menu's, which the portal does not load. */
  title?: Named
  /** Not in the sidebar. */
  hidden?: boolean
  /** Path of the page of the sidebar from which a hidden page is reached. */
  above?: string
  /** The permission that opens it, where that is not named as the page is. */
  permission?: Permission
  /** Actions in the search, to be done at once. */
  actions?: readonly PageAction[]
  /** Its parts, which are loaded when somebody searches. */
  parts?: () => Promise<readonly PagePart[]>
  /** Drawn without antd, which only its dialogs load. */
  light?: boolean
  /** Not kept alive in its tab. */
  noCache?: boolean
  /** The search parameter that says whose page it is: each subject has a tab of its own. */
  subject?: string
  /** Everybody's, in a tab that cannot be closed. */
  affix?: boolean
}

/** One page of the product. */
export type Page = PortalPage | OfficePage

/** A page of the back office's menu; the menu defines its title, position and permission. */
export function menuPage(
  path: PageUrl,
  load: AnyPage['load'],
  more: Omit<OfficePage, keyof AnyPage | 'frame' | 'title'> = {},
): OfficePage {
  return { path, frame: 'admin', load, ...more }
}

/** A page of the back office that is not in its sidebar: the page of the menu it is reached from, and its subject. */
export function hiddenPage(
  path: string,
  title: Named,
  load: AnyPage['load'],
  more: Pick<OfficePage, 'above' | 'actions' | 'light' | 'parts' | 'permission' | 'subject'> = {},
): OfficePage {
  return { path, frame: 'admin', title, load, hidden: true, ...more }
}
