import { isPageUrl, menuPages, menuUrls, type Named } from '../contract/menu.ts'
import type { OfficePage, PageAction, PagePart } from '../web/page.ts'

/** Name of a page: its own title, or the menu's. */
export function titleOf(page: OfficePage): Named {
  return page.title ?? (isPageUrl(page.path) ? menuPages[page.path].title : [page.path, page.path])
}

/** Permission a role needs to open a page: the page's own url, unless it names another. */
const permissionOf = ({ path, permission }: OfficePage): string => permission ?? path

/** Permissions that open these pages: a role is offered those of the pages that the product has. */
export const permissionsOf = (pages: readonly OfficePage[]): ReadonlySet<string> =>
  new Set(pages.map(permissionOf))

/** Pages of a group in a role's sidebar, in the menu's order: those its menu holds, and everybody's. */
export function sidebarOf<P extends OfficePage>(
  pages: readonly P[],
  group: string,
  menus: ReadonlySet<string>,
): P[] {
  const place = (page: OfficePage) => {
    const permission = permissionOf(page)
    return isPageUrl(permission) ? menuUrls.indexOf(permission) : menuUrls.length
  }
  return pages
    .filter((page) => page.path.startsWith(`${group}/`) && !page.hidden)
    .filter((page) => page.affix || menus.has(permissionOf(page)))
    .sort((a, b) => place(a) - place(b))
}

/** True if a role may open a page: a hidden one is reached from its list, and the server checks again. */
export function mayOpen(page: OfficePage, menus: ReadonlySet<string>): boolean {
  return page.hidden === true || page.affix === true || menus.has(permissionOf(page))
}

/** The page of the menu that a hidden one is reached from, or null. */
export function listAbove<P extends OfficePage>(pages: readonly P[], page: OfficePage): P | null {
  return pages.find((other) => other.path === page.above) ?? null
}

/** Actions a caller may start on the pages at once, in the order of the pages. */
export const actionsOf = (
  pages: readonly OfficePage[],
  { menus, wholeProject }: { menus: ReadonlySet<string>; wholeProject: boolean },
): PageAction[] =>
  pages.flatMap((page) =>
    (page.actions ?? []).filter(
      ({ permission = permissionOf(page), ...action }) =>
        menus.has(permission) && (wholeProject || !action.wholeProject),
    ),
  )

/** The parts of the pages that a role may open. */
export async function partsOf(pages: readonly OfficePage[], menus: ReadonlySet<string>): Promise<PagePart[]> {
  const open = pages.filter((page) => menus.has(permissionOf(page)))
  return (await Promise.all(open.map(async ({ parts }) => (await parts?.()) ?? []))).flat()
}
