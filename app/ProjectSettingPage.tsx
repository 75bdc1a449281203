import SettingPage from '../features/project/setting/web/SettingPage.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const InvoiceConfig = lazyPart(async () => ({
  default: (await import('../features/invoice/config/web/InvoiceConfig.tsx')).InvoiceConfig,
}))

/** /project-manage/setting: all that a project decides of itself, with its invoices. */
export default function ProjectSettingPage() {
  return <SettingPage Invoices={InvoiceConfig} />
}
