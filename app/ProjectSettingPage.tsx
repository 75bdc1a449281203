import SettingPage from '../features/project/setting/web/SettingPage.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const InvoiceConfig = lazyPart(async () => ({
  default: (await import('../features/invoice/config/web/InvoiceConfig.tsx')).InvoiceConfig,
}))

const ReceiverCard = lazyPart(async () => ({
  default: (await import('../features/push/web/ReceiverCard.tsx')).ReceiverCard,
}))

/** /project-manage/setting: all that a project decides of itself, with its invoices and where its results go. */
export default function ProjectSettingPage() {
  return <SettingPage Invoices={InvoiceConfig} Receiver={ReceiverCard} />
}
