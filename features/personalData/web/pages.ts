import type { PortalPage } from '../../../web/page.ts'

const path = '/account-closing'

/** The page that says when an account is closed; it is everybody's, since its reader is signed out. */
export const closingPath = (dueAt: string) => `${path}?due=${encodeURIComponent(dueAt)}`

export const personalDataPages: PortalPage[] = [
  {
    path,
    frame: 'learner',
    title: ['已申请注销', 'Account closure'],
    load: () => import('./ClosingPage.tsx'),
  },
]
