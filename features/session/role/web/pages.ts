import type { PortalPage } from '../../../../web/page.ts'

export const roleSwitchPages: PortalPage[] = [
  {
    path: '/switch-login',
    frame: 'learner',
    title: ['切换身份', 'Switch role'],
    load: () => import('./SwitchLoginPage.tsx'),
  },
]
