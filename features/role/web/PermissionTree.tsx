import Input from 'antd/es/input'
import Tree, { type DataNode } from 'antd/es/tree'
import { use, useState } from 'react'
import { pageOf } from '../../../contract/menu.ts'
import { Empty } from '../../../web/kit/Loaded.tsx'
import { useBilingual } from '../../../web/words.ts'
import { countOf, matching, type PermissionNode, permissionTree, checkedOf, toggled } from './permissions.ts'
import './Role.css'
import { useRoleWords } from './words.ts'
import { BuiltPages } from '../../../web/shell/view/may.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

/** Tree of the permissions of a role: groups, their pages that the product has, and the buttons of each page. */
export function PermissionTree({
  value = [],
  onChange,
  may,
  disabled = false,
  id,
}: {
  value?: readonly string[]
  onChange?: (menus: string[]) => void
  /** True if a permission may be given. */
  may: (permission: string) => boolean
  disabled?: boolean
  id?: string
}) {
  const say = useRoleWords()
  const allowClear = useAllowClear()
  const pick = useBilingual()
  const [word, setWord] = useState('')
  const built = use(BuiltPages)
  const tree = permissionTree((permission) => built.has(pageOf(permission)) && may(permission))
  const shown = matching(tree, word)
  const chosen = new Set(value)
  const [expanded, setExpanded] = useState(() => [
    ...tree.map((group) => group.key),
    // A page some of whose buttons are given shows which.
    ...value.filter((menu) => menu.includes('#')).map((menu) => menu.split('#')[0]!),
  ])
  const everything = (nodes: PermissionNode[]): string[] =>
    nodes.flatMap((node) => [node.key, ...everything(node.children)])
  const dataOf = (node: PermissionNode): DataNode => ({
    key: node.key,
    title: pick(...node.name),
    children: node.children.map(dataOf),
  })
  const press = (key: string) => {
    if (!disabled) onChange?.([...toggled(tree, chosen, key)])
  }

  return (
    <div className="role-tree k-box">
      <Input.Search
        id={id ?? 'permission-search'}
        allowClear={allowClear}
        aria-label={say('search')}
        placeholder={say('search')}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <p className="role-tree-count" role="status">
        {say('chosen', countOf(value))}
      </p>
      {shown.length === 0 ? (
        <Empty title={say('noMatch', { word })} />
      ) : (
        <Tree
          checkable
          checkStrictly
          selectable={false}
          blockNode
          virtual={false}
          disabled={disabled}
          aria-label={say('menus')}
          treeData={shown.map(dataOf)}
          checkedKeys={{ ...checkedOf(tree, chosen) }}
          expandedKeys={word.trim() ? everything(shown) : expanded}
          onExpand={(keys) => setExpanded(keys.map(String))}
          onCheck={(_, { node }) => press(String(node.key))}
        />
      )}
    </div>
  )
}
