import Drawer from 'antd/es/drawer'
import type { ReactNode } from 'react'

/** The menu on a narrow screen: it comes over the page and goes when something is chosen. */
export default function SideDrawer({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={210}
      title={title}
      rootClassName="shell-drawer"
      styles={{ body: { padding: 0 }, wrapper: { width: 210 } }}
    >
      {children}
    </Drawer>
  )
}
