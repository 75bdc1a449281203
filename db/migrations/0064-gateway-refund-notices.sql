-- The demo's own platforms notify of refunds as well; where to, a request to WeChat Pay says.
alter table gateway_refunds add notify_url text;
