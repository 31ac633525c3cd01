"""Checks that nothing is lost or grows: kills, power cuts, clusters, long use."""
