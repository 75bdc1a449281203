import { cartPages } from '../features/cart/web/pages.ts'
import { paymentPages } from '../features/payment/web/pages.ts'
import { cataloguePages } from '../features/catalogue/web/pages.ts'
import { myPages } from '../features/my/web/pages.ts'
import { loginPages } from '../features/login/web/pages.ts'
import { roleSwitchPages } from '../features/session/role/web/pages.ts'
import { personalDataPages } from '../features/personalData/web/pages.ts'
import { studyPages } from '../features/study/web/pages.ts'
import { examPages } from '../features/exam/web/pages.ts'
import { handOverPages } from '../features/partner/web/handOverPages.ts'
import type { PortalPage } from '../web/page.ts'

const trainIndexPage: PortalPage = {
  path: '/trainIndex',
  frame: 'learner',
  title: ['培训与考试报名', 'Trainings and exams'],
  load: () => import('./TrainIndexPage.tsx'),
}

/** Every page of the portal. */
export const portalPages: PortalPage[] = [
  roleSwitchPages,
  loginPages,
  handOverPages,
  personalDataPages,
  cartPages,
  paymentPages,
  cataloguePages,
  myPages,
  studyPages,
  examPages,
  trainIndexPage,
].flat()
