import { hiddenPage, menuPage, type Page } from '../../../../web/page.ts'

const list = '/cms-manage/cms-order-manage'

export const cmsOrderPages: Page[] = [
  menuPage(list, () => import('./CmsOrderListPage.tsx'), { light: true }),
  hiddenPage(
    '/cms-manage/cms-order-detail',
    ['报名订单详情', 'Sign-up order'],
    () => import('./CmsOrderPage.tsx'),
    { above: list, permission: list, subject: 'id' },
  ),
]
