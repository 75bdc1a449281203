import { menuPage, type Page } from '../../../../web/page.ts'
import { invoicePaths } from './paths.ts'

export const invoicePages: Page[] = [
  menuPage('/invoice-manage/invoice-list', () => import('./InvoiceListPage.tsx'), { light: true }),
  {
    path: invoicePaths.unit,
    frame: 'admin',
    title: ['单位发票', 'Invoices of the unit'],
    permission: '/train-manage/unit-class',
    load: () => import('./UnitInvoicePage.tsx'),
    light: true,
  },
]
