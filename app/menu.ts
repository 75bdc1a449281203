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

export interface MenuGroup {
  path: string
  title: readonly [zh: string, en: string]
  Icon: ComponentType
}

/** The parents of the sidebar, in the specification's order; none of them is a page itself. */
export const menuGroups: readonly MenuGroup[] = [
  { path: '/home', title: ['首页', 'Home'], Icon: HomeOutlined },
  { path: '/resource-manage', title: ['资源管理', 'Resources'], Icon: PlaySquareOutlined },
  { path: '/train-manage', title: ['培训管理', 'Training'], Icon: ReadOutlined },
  { path: '/student-manage', title: ['学员管理', 'Learners'], Icon: UserOutlined },
  { path: '/order-manage', title: ['订单管理', 'Orders'], Icon: ShoppingOutlined },
  { path: '/unit-manage', title: ['单位管理', 'Units'], Icon: BankOutlined },
  { path: '/exception-manage', title: ['异常管理', 'Exceptions'], Icon: WarningOutlined },
  { path: '/super-account', title: ['平台账号', 'Platform accounts'], Icon: TeamOutlined },
  { path: '/dashboard', title: ['数据看板', 'Dashboards'], Icon: DashboardOutlined },
  { path: '/project-manage', title: ['项目管理', 'Projects'], Icon: ProjectOutlined },
  { path: '/invoice-manage', title: ['发票与退款', 'Invoices and refunds'], Icon: FileTextOutlined },
  { path: '/customer', title: ['客服中心', 'Customer service'], Icon: CustomerServiceOutlined },
  { path: '/account-manage', title: ['账号权限', 'Accounts and roles'], Icon: AuditOutlined },
  { path: '/cms-manage', title: ['报名管理', 'Sign-ups'], Icon: AppstoreOutlined },
]
