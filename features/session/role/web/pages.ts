import type { Page } from '../../../../web/page.ts'

export const roleSwitchPages: Page[] = [
  {
    path: '/switch-login',
    frame: 'learner',
    title: ['切换身份', 'Switch role'],
    load: () => import('./SwitchLoginPage.tsx'),
  },
]
