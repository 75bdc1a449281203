-- Who scans a code agrees on the phone before their WeChat is linked to the account that the browser proved.
alter table wechat_scenes add column proposed_account_id uuid references accounts;
create index wechat_scenes_proposed_account on wechat_scenes (proposed_account_id)
  where proposed_account_id is not null;
