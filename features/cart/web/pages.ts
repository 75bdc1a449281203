import type { PortalPage } from '../../../web/page.ts'

export const cartPages: PortalPage[] = [
  {
    path: '/student/cart',
    frame: 'learner',
    title: ['购物车', 'Cart'],
    load: () => import('./CartPage.tsx'),
  },
]
