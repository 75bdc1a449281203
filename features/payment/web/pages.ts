import type { PortalPage } from '../../../web/page.ts'

const pay = (path: string): PortalPage => ({
  path,
  frame: 'learner',
  title: ['付款', 'Pay'],
  load: () => import('./PayPage.tsx'),
})

export const paymentPages: PortalPage[] = [pay('/go-pay'), pay('/v2/go-pay'), pay('/student/order-pay')]
