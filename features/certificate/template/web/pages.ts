import { menuPage, type Page } from '../../../../web/page.ts'

export const templatePages: Page[] = [
  menuPage('/resource-manage/certificate', () => import('./CertificateTemplatePage.tsx'), { light: true }),
]
