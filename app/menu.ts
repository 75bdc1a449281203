import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import PlaySquareOutlined from '@ant-design/icons/es/icons/PlaySquareOutlined'
import ProjectOutlined from '@ant-design/icons/es/icons/ProjectOutlined'
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined'
import ShoppingOutlined from '@ant-design/icons/es/icons/ShoppingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import type { ComponentType } from 'react'
import { menuGroups as headings, type Named } from '../contract/menu.ts'

const icons: Readonly<Record<string, ComponentType>> = {
  '/home': HomeOutlined,
  '/resource-manage': PlaySquareOutlined,
  '/train-manage': ReadOutlined,
  '/student-manage': UserOutlined,
  '/order-manage': ShoppingOutlined,
  '/unit-manage': BankOutlined,
  '/exception-manage': WarningOutlined,
  '/super-account': TeamOutlined,
  '/dashboard': DashboardOutlined,
  '/project-manage': ProjectOutlined,
  '/invoice-manage': FileTextOutlined,
  '/customer': CustomerServiceOutlined,
  '/account-manage': AuditOutlined,
  '/cms-manage': AppstoreOutlined,
}

interface MenuGroup {
  path: string
  title: Named
  Icon: ComponentType
}

/** The parents of the sidebar, in the specification's order; none of them is a page itself. */
export const menuGroups: readonly MenuGroup[] = Object.entries(headings).map(([path, title]) => ({
  path,
  title,
  Icon: icons[path]!,
}))
