-- Codes have workers of their own.
alter table jobs drop constraint jobs_lane_check;
alter table jobs add constraint jobs_lane_check
  check (lane in ('time', 'money', 'people', 'code', 'message', 'heavy'));
-- Alarms count what failed since the last of them.
create index jobs_failed on jobs (updated_at) where status = 'failed';

-- A silent carrier is asked for a while before a text is repeated.
alter table message_deliveries add column handed_at timestamptz;
update message_deliveries set handed_at = begun_at where begun_at is not null and status = 'queued';

-- A confirmed address stays in use until another is confirmed.
alter table message_mails drop constraint message_mails_pkey;
create unique index message_mails_confirmed on message_mails (account_id) where confirmed_at is not null;
create unique index message_mails_waiting on message_mails (account_id) where confirmed_at is null;
