-- migrate:up
-- Zones were judged by ICU alone, which knows names that PostgreSQL lacks ('AET') or takes for another place ('AST').
create temp table mended (name text primary key, zone text not null) on commit drop;
insert into mended values
  ('act', 'Australia/Darwin'), ('aet', 'Australia/Sydney'), ('agt', 'America/Buenos_Aires'), ('art', 'Africa/Cairo'),
  ('ast', 'America/Anchorage'), ('bet', 'America/Sao_Paulo'), ('bst', 'Asia/Dhaka'), ('cat', 'Africa/Maputo'),
  ('cet', 'Europe/Brussels'), ('cnt', 'America/St_Johns'), ('cst', 'America/Chicago'), ('cst6cdt', 'America/Chicago'),
  ('ctt', 'Asia/Shanghai'), ('cuba', 'America/Havana'), ('eat', 'Africa/Nairobi'), ('ect', 'Europe/Paris'),
  ('eet', 'Europe/Athens'), ('egypt', 'Africa/Cairo'), ('eire', 'Europe/Dublin'), ('est', 'America/Panama'),
  ('est5edt', 'America/New_York'), ('gb', 'Europe/London'), ('gb-eire', 'Europe/London'), ('gmt', 'UTC'),
  ('gmt+0', 'UTC'), ('gmt-0', 'UTC'), ('gmt0', 'UTC'), ('greenwich', 'UTC'), ('hongkong', 'Asia/Hong_Kong'),
  ('hst', 'Pacific/Honolulu'), ('iceland', 'Atlantic/Reykjavik'), ('iet', 'America/Indianapolis'),
  ('iran', 'Asia/Tehran'), ('israel', 'Asia/Jerusalem'), ('ist', 'Asia/Kolkata'), ('jamaica', 'America/Jamaica'),
  ('japan', 'Asia/Tokyo'), ('jst', 'Asia/Tokyo'), ('kwajalein', 'Pacific/Kwajalein'), ('libya', 'Africa/Tripoli'),
  ('met', 'Europe/Brussels'), ('mit', 'Pacific/Apia'), ('mst', 'America/Phoenix'), ('mst7mdt', 'America/Denver'),
  ('navajo', 'America/Denver'), ('net', 'Asia/Yerevan'), ('nst', 'Pacific/Auckland'), ('nz', 'Pacific/Auckland'),
  ('nz-chat', 'Pacific/Chatham'), ('plt', 'Asia/Karachi'), ('pnt', 'America/Phoenix'), ('poland', 'Europe/Warsaw'),
  ('portugal', 'Europe/Lisbon'), ('prc', 'Asia/Shanghai'), ('prt', 'America/Puerto_Rico'),
  ('pst', 'America/Los_Angeles'), ('pst8pdt', 'America/Los_Angeles'), ('roc', 'Asia/Taipei'), ('rok', 'Asia/Seoul'),
  ('singapore', 'Asia/Singapore'), ('sst', 'Pacific/Guadalcanal'), ('turkey', 'Europe/Istanbul'), ('uct', 'UTC'),
  ('universal', 'UTC'), ('utc', 'UTC'), ('vst', 'Asia/Ho_Chi_Minh'), ('w-su', 'Europe/Moscow'),
  ('wet', 'Europe/Lisbon'), ('zulu', 'UTC'), ('us/pacific-new', 'America/Los_Angeles'),
  ('canada/east-saskatchewan', 'America/Regina');
-- Whatever is spelt otherwise gets the spelling of the time zone database.
insert into mended select lower(name), min(name) from pg_timezone_names
  where name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/'
  group by 1 on conflict do nothing;

update people p set time_zone = (select zone from mended m where m.name = lower(p.time_zone))
  where time_zone is distinct from (select zone from mended m where m.name = lower(p.time_zone));
update organizations o set time_zone = coalesce((select zone from mended m where m.name = lower(o.time_zone)), 'UTC')
  where time_zone is distinct from (select zone from mended m where m.name = lower(o.time_zone));

alter table people add constraint people_time_zone check (time_zone = 'UTC' or time_zone ~
  '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.');
alter table organizations add constraint organizations_time_zone check (time_zone = 'UTC' or time_zone ~
  '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.');

-- migrate:down
alter table people drop constraint people_time_zone;
alter table organizations drop constraint organizations_time_zone;
