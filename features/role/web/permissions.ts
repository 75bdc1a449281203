import {
  isPermission,
  menuGroups,
  menuPages,
  menuUrls,
  type Named,
  type PageUrl,
} from '../../../contract/menu.ts'

/** A line of the permission tree: a group, a page or a button. */
export interface PermissionNode {
  key: string
  name: Named
  children: PermissionNode[]
}

const nodeOf = (url: PageUrl, may: (key: string) => boolean): PermissionNode => ({
  key: url,
  name: menuPages[url].title,
  children: Object.entries(menuPages[url].buttons ?? {})
    .map(([word, name]) => ({ key: `${url}#${word}`, name, children: [] }))
    .filter(({ key }) => may(key)),
})

/** The tree of what may be given; what may not is absent, and so is a group with nothing left. */
export function permissionTree(may: (key: string) => boolean): PermissionNode[] {
  return Object.entries(menuGroups)
    .map(([key, name]) => ({
      key,
      name,
      children: menuUrls
        .filter((url) => url.startsWith(`${key}/`) && may(url))
        .map((url) => nodeOf(url, may)),
    }))
    .filter((group) => group.children.length > 0)
}

/** The lines whose name holds a word in either language, with all above and below them. */
export function matching(tree: readonly PermissionNode[], word: string): PermissionNode[] {
  const wanted = word.trim().toLowerCase()
  if (wanted === '') return [...tree]
  return tree.flatMap((node) => {
    if (node.name.some((name) => name.toLowerCase().includes(wanted))) return [node]
    const children = matching(node.children, word)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

const under = (node: PermissionNode): string[] =>
  node.children.flatMap((child) => [child.key, ...under(child)])

function find(tree: readonly PermissionNode[], key: string): PermissionNode | undefined {
  for (const node of tree) {
    const found = node.key === key ? node : find(node.children, key)
    if (found) return found
  }
  return undefined
}

/**
 * The checkbox state of each line: a group is checked when all below it is, half when some is; pages and buttons for
 * themselves.
 */
export function checkedOf(
  tree: readonly PermissionNode[],
  chosen: ReadonlySet<string>,
): { checked: string[]; halfChecked: string[] } {
  const halfChecked = tree
    .filter((group) => under(group).some((key) => chosen.has(key)))
    .filter((group) => under(group).some((key) => !chosen.has(key)))
    .map((group) => group.key)
  const whole = tree.filter((group) => under(group).every((key) => chosen.has(key))).map((group) => group.key)
  return { checked: [...whole, ...chosen], halfChecked }
}

/**
 * Returns the choice after a press on a line: a group takes or leaves all below it, a page leaves its buttons
 * with it and takes none, a button takes its page.
 */
export function toggled(
  tree: readonly PermissionNode[],
  chosen: ReadonlySet<string>,
  key: string,
): Set<string> {
  const next = new Set(chosen)
  const node = find(tree, key)
  if (!node) return next
  if (key in menuGroups) {
    const all = under(node)
    const isWhole = all.every((each) => chosen.has(each))
    for (const each of all) next[isWhole ? 'delete' : 'add'](each)
    return next
  }
  if (chosen.has(key)) for (const each of [key, ...under(node)]) next.delete(each)
  else next.add(key).add(key.split('#')[0]!)
  return next
}

/** Counts pages and buttons of what a role holds. */
export function countOf(menus: Iterable<string>): { pages: number; buttons: number } {
  const known = [...menus].filter(isPermission)
  const buttons = known.filter((menu) => menu.includes('#')).length
  return { pages: known.length - buttons, buttons }
}
