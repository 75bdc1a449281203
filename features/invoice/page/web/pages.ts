import { menuPage, type OfficePage } from '../../../../web/page.ts'
import { invoicePaths } from './paths.ts'

export const invoicePages: OfficePage[] = [
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
