import { menuGroups as headings, type Named } from '../contract/menu.ts'
import type { IconName } from '../web/shell/control/ShellIcon.tsx'

const icons: Readonly<Record<string, IconName>> = {
  '/home': 'home',
  '/resource-manage': 'video',
  '/train-manage': 'book',
  '/student-manage': 'person',
  '/order-manage': 'bag',
  '/unit-manage': 'organisation',
  '/exception-manage': 'errors',
  '/super-account': 'team',
  '/dashboard': 'gauge',
  '/project-manage': 'project',
  '/invoice-manage': 'page',
  '/customer': 'headset',
  '/account-manage': 'check',
  '/cms-manage': 'apps',
}

interface MenuGroup {
  path: string
  title: Named
  icon: IconName
}

/** The parents of the sidebar, in the specification's order; none of them is a page itself. */
export const menuGroups: readonly MenuGroup[] = Object.entries(headings).map(([path, title]) => ({
  path,
  title,
  icon: icons[path]!,
}))
