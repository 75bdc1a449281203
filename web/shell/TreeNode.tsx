import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import Button from 'antd/es/button'
import Dropdown, { type DropdownProps } from 'antd/es/dropdown'
import type { TreeProps } from 'antd/es/tree'
import type { ReactNode } from 'react'

/** A node of a tree, with what may be done to it in a menu at its end; `name` is the menu's. */
export function TreeNode({
  name,
  items,
  children,
}: {
  name: string
  /** Nothing may be done without it. */
  items: NonNullable<DropdownProps['menu']>['items'] | false
  children: ReactNode
}) {
  return (
    <span className="shell-node">
      {children}
      {items && (
        // What is clicked or typed here is not the tree's, which would choose or fold the node.
        <span
          role="presentation"
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button type="text" size="small" icon={<MoreOutlined />} aria-label={name} />
          </Dropdown>
        </span>
      )}
    </span>
  )
}

/** Where a node was dropped: into another, or before or after it. */
export const dropPlace: (info: Parameters<NonNullable<TreeProps['onDrop']>>[0]) => {
  dragged: string
  target: string
  inside: boolean
  after: boolean
} = ({ dragNode, node, dropToGap, dropPosition }) => ({
  dragged: String(dragNode.key),
  target: String(node.key),
  inside: !dropToGap,
  after: dropPosition > Number(node.pos.split('-').at(-1)),
})
