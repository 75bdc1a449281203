import type { PortalPage } from '../../../web/page.ts'

const handOverPage = (path: string): PortalPage => ({
  path,
  frame: 'learner',
  title: ['合作平台登录', 'Sign-in from a partner'],
  load: () => import('./AuthorizedLoginPage.tsx'),
})

/** The pages of the portal at which who comes from a partner arrives. */
export const handOverPages: PortalPage[] = [
  handOverPage('/authorized-login'),
  handOverPage('/authorized-login-bx'),
]
