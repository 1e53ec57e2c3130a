"""What a wiki says of itself."""

from __future__ import annotations

from wiki.site.siteinfo import SiteInfo

EN = SiteInfo("enwiki", "en", True, ((6, "File"), (14, "Category")))
